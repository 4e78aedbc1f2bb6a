// Development entry: puts a fake bridge in place by `?scenario=`, then starts the real renderer.
import { scenarios, tick } from './scenarios.ts';

const query = new URLSearchParams(location.search);
const name = query.get('scenario') ?? 'busy';
const make = Object.entries(scenarios).find(([key]) => key === name)?.[1];
if (make === undefined) throw new Error(`No scenario “${name}”. There are: ${Object.keys(scenarios).join(', ')}`);
const bridge = make();
Object.assign(window, { clipferry: bridge });
if (query.get('still') === null) setInterval(() => tick(bridge), 100);
await import('../../../renderer/main.tsx');
