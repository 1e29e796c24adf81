// SPDX-License-Identifier: Apache-2.0
import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts/faces.css";
import "./app.css";

mount(App, { target: document.getElementById("page")! });
