// How electron-builder is called: for a test build under another name, with the tools of this system, once for each platform.
import { existsSync } from 'node:fs';
import { childEnv, runNode } from '../processes.mjs';
import { inProject, tools } from '../project.mjs';
import { whereOnPath } from '../system-packages.mjs';
import { commitTime } from './build-time.mjs';

/** A test build says so wherever a person could take it for Clipferry itself, and is not made small: that takes minutes. */
function testBuildConfig() {
  const name = 'Clipferry Test Build';
  return [
    `--config.productName=${name}`,
    `--config.extraMetadata.productName=${name}`,
    '--config.extraMetadata.name=clipferry-test-build',
    '--config.deb.compression=gz',
    '--config.rpm.compression=gzip',
  ];
}

/** Tools of this system in place of those that electron-builder would fetch from GitHub; those of AppImages lie in `appImageTools`. */
async function builderEnv(isTestBuild, appImageTools) {
  const sevenZip = whereOnPath('7za');
  return childEnv({
    SOURCE_DATE_EPOCH: String(await commitTime()),
    CUSTOM_FPM_PATH: inProject('test/tools/package/fpm.ts'),
    ...(existsSync(appImageTools) ? { APPIMAGE_TOOLS_PATH: appImageTools } : {}),
    ...(sevenZip === undefined ? {} : { ELECTRON_BUILDER_7ZIP_PATH: sevenZip }),
    ...(isTestBuild ? { ELECTRON_BUILDER_COMPRESSION_LEVEL: '5' } : {}),
  });
}

/** `args` say what is made; `electron` is the runtime in it. Resolves to an exit code. */
export async function runBuilder(args, { electron, isTestBuild, output, appImageTools }) {
  const config = [
    // The builder fetches the official one by itself where it is of another platform, or for two processors.
    ...(electron.dist === undefined || args.includes('--universal') ? [] : [`--config.electronDist=${electron.dist}`]),
    `--config.electronVersion=${electron.version}`,
    `--config.directories.output=${output}`,
    ...(isTestBuild ? testBuildConfig() : []),
  ];
  const env = await builderEnv(isTestBuild, appImageTools);
  return runNode(tools.electronBuilder, [...args, ...config], { env });
}
