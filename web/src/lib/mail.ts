// SPDX-License-Identifier: Apache-2.0
// Mails when it is one's turn: the address that one has named, and what the links in mails do.

import { call, send } from "./client";
import { mySecret } from "./me";
import type { MyMail } from "./types";

export const myMail = (): Promise<MyMail> => call<MyMail>("/api/me/mail", { key: mySecret() });

/** Name an address; a mail goes there that asks whether mails are welcome. */
export const nameMail = (address: string): Promise<MyMail> =>
  call<MyMail>("/api/me/mail", { key: mySecret(), body: { address } });

export const forgetMail = (): Promise<unknown> => call("/api/me/mail/leave", { key: mySecret(), body: {} });

export const agreeToMail = (token: string): Promise<unknown> => send("/api/mail/confirm", "", { token });

export const stopMail = (token: string): Promise<unknown> => send("/api/mail/stop", "", { token });
