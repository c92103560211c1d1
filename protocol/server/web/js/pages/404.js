/** The page for addresses that lead nowhere. */

import { startPage } from "/js/page.js";

startPage("404", () => {});
