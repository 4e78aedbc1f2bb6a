// Loaded into the app before its own code: its start waits until the tests are connected to it.
//
// Playwright never comes to an end of connecting to an app that makes a window meanwhile (a start that is refused is that quick). Its
// own loader does the same, but changes Chromium's switches too, and the tests would not see the app that users get.
const process = require('node:process');
const { app } = require('electron');

// Not for the app: it would take the second one for a file to open.
process.argv.splice(process.argv.indexOf('-r'), 2);

const ready = app.whenReady();
const connected = Promise.withResolvers();
app.whenReady = async () => {
  await Promise.all([ready, connected.promise]);
};
// Playwright calls it as soon as it is connected.
globalThis.__playwright_run = connected.resolve;
