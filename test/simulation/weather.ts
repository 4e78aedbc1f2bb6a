// Conditions that last: a dead line, a captive portal, a host that is down or under maintenance.
import type { Chance } from './chance.ts';
import { busy, type Course, htmlPage } from './course.ts';
import type { Site } from './site.ts';
import type { Timeline } from './timeline.ts';

export type Condition = 'line-down' | 'portal' | 'host-down' | 'maintenance';

export interface Weather {
  /** `host` null = every host. Gives the function that ends it. */
  begin(condition: Condition, host: string | null, lastsMs: number): () => void;
  /** What becomes of a request to this site now; null = what always does. */
  course(site: Site): Course | null;
}

const back = (answer: ReturnType<typeof htmlPage>, ms: number): Course => ({
  workMs: null,
  back: () => answer,
  backMs: ms,
});

export function createWeather(timeline: Timeline, chance: Chance): Weather {
  interface Spell {
    readonly host: string | null;
    readonly course: (site: Site) => Course;
  }
  const spells = new Set<Spell>();

  const make = (condition: Condition, until: number): Spell['course'] => {
    const unreachable: Course = { connect: 'unreachable', workMs: null, back: 'reset', backMs: 0 };
    switch (condition) {
      case 'line-down':
        return () => unreachable;
      case 'portal': {
        const certificate: Course = { connect: 'certificate', workMs: null, back: 'reset', backMs: 0 };
        const portals: readonly Course[] = [
          certificate,
          back(htmlPage(200, 'Hotel Wi-Fi: please sign in'), 20),
          back({ status: 302, headers: { location: 'http://login.hotel.example/' }, body: '' }, 20),
          back(htmlPage(511, 'Network Authentication Required'), 20),
        ];
        const portal = chance.pick(portals);
        return () => portal;
      }
      case 'host-down': {
        const refused: Course = { connect: 'refused', workMs: null, back: 'reset', backMs: 0 };
        const down = chance.pick([refused, back(htmlPage(502, 'Bad Gateway'), 30), back(htmlPage(500, 'Error'), 30)]);
        return () => down;
      }
      case 'maintenance': {
        const tells = chance.flip(0.5);
        return (site) =>
          tells
            ? back(busy(site, 503, Math.max(1, Math.ceil((until - timeline.now()) / 1_000)), chance.flip(0.5)), 20)
            : back(htmlPage(503, 'Briefly unavailable for scheduled maintenance'), 20);
      }
    }
  };

  return {
    begin: (condition, host, lastsMs) => {
      const spell: Spell = { host, course: make(condition, timeline.now() + lastsMs) };
      spells.add(spell);
      return () => spells.delete(spell);
    },
    course: (site) => {
      for (const { host, course } of spells) if (host === null || host === site.host) return course(site);
      return null;
    },
  };
}
