// What electron-builder leaves to us once the app lies in its folder: licences, what the app knows of updates, the ninth fuse, and no demonstration of Electron's own.
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setNinthFuse } from './ninth-fuse.ts';
import { bundledPackages, noticeOf, noticesText } from './notices.ts';
import { packedAsName, updateSourceName } from './update-names.ts';

/** The part of electron-builder's context that is looked at. */
interface Packed {
  readonly appOutDir: string;
  readonly electronPlatformName: string;
  readonly packager: {
    readonly projectDir: string;
    readonly executableName?: string;
    readonly appInfo: { readonly productFilename: string };
  };
}

interface Places {
  /** The file that has the fuses. */
  readonly program: string;
  readonly resources: string;
  /** Where somebody who looks for a licence finds it. */
  readonly texts: string;
}

function placesOf({ appOutDir, electronPlatformName, packager }: Packed): Places {
  const name = packager.appInfo.productFilename;
  if (electronPlatformName === 'darwin') {
    const contents = path.join(appOutDir, `${name}.app`, 'Contents');
    const resources = path.join(contents, 'Resources');
    const program = path.join(contents, 'Frameworks/Electron Framework.framework/Electron Framework');
    return { program, resources, texts: resources };
  }
  const file = electronPlatformName === 'win32' ? `${name}.exe` : (packager.executableName ?? name);
  return { program: path.join(appOutDir, file), resources: path.join(appOutDir, 'resources'), texts: appOutDir };
}

/** How the app is packed on a platform where nothing else is said. */
const bareKinds: Readonly<Record<string, string>> = { darwin: 'dmg', win32: 'zip' };

export function afterPack(packed: Packed): void {
  const { program, resources, texts } = placesOf(packed);
  const { projectDir } = packed.packager;
  rmSync(path.join(resources, 'default_app.asar'), { force: true });
  setNinthFuse(program);
  copyFileSync(path.join(projectDir, 'LICENSE'), path.join(texts, 'LICENSE.txt'));
  // Packages of Linux say something else of themselves (fpm.ts, mksquashfs.ts).
  writeFileSync(path.join(resources, packedAsName), `${bareKinds[packed.electronPlatformName] ?? 'tar.gz'}\n`);
  const source = path.join(projectDir, updateSourceName);
  if (existsSync(source)) copyFileSync(source, path.join(resources, updateSourceName));
  const notices = bundledPackages(path.join(projectDir, 'out')).map(noticeOf);
  writeFileSync(path.join(texts, 'THIRD-PARTY-NOTICES.txt'), noticesText(notices));
}
