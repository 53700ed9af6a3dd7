/** As Jest, Vitest, Mocha, Playwright and Cypress find them. */
export const JS_TEST_FILES =
  /[.-](?:test|spec|e2e-spec|e2e|cy)\.[cm]?[jt]sx?$|_spec\.(?:js|ts)$|^test\.(?:js|ts)$/;
