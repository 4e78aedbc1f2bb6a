// The Chromium that stands for a person's browser and shows single screens: started so that drawing costs little.
import { type Browser, chromium } from '@playwright/test';

const program = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Nobody looks at what it draws, and the computer has no graphics hardware for it. */
const plainDrawing = [
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-software-rasterizer',
];

export const launchChromium = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: program, args: [...plainDrawing, ...args] });
