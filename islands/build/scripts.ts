/** How the islands' scripts are cut into files. */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { plainSource } from '../runtime/plain.ts';
import { type ModuleInfo, packModules, reachedFrom } from './packing.ts';

/** Besides React, the island itself and its texts: six requests at most. */
const SHARED_FILES_MAX_COUNT = 3;

/** The first stands on public pages, where most people are; the others need little of what they share. */
const WEIGHTS = { UserMenu: 400, LastDeed: 4, LanguageOrder: 3, StoryForm: 3 };

export function packedScripts(root: string): Plugin {
  return {
    name: 'tsuzuki:packed-scripts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // In place of Vike's group, which gives each style of an island a file of its own for the sake of links that we have none of.
    outputOptions: ({ manualChunks: _ours, ...options }) => ({
      ...options,
      codeSplitting: {
        // What is shared is packed by who needs it, not by who imports it.
        includeDependenciesRecursively: false,
        groups: [{ name: scriptFile(root), debugName: 'islands' }],
      },
    }),
  };
}

/** Made once for each build, when all modules are known. */
function scriptFile(root: string) {
  let files: Map<string, string> | undefined;
  let stage: Set<string> | undefined;
  return (id: string, graph: { getModuleInfo(id: string): ModuleInfo | null }): string | null => {
    const infoOf = (each: string) => graph.getModuleInfo(each);
    // The stage is one file; what it brings later takes from there what it shares with it.
    stage ??= reachedFrom(join(root, plainSource('stage')), infoOf);
    if (stage.has(id)) return 'stage';
    files ??= packModules(infoOf, {
      hydrate: join(root, 'islands/runtime/hydrate.tsx'),
      most: SHARED_FILES_MAX_COUNT,
      weights: WEIGHTS,
    });
    return files.get(id) ?? null;
  };
}
