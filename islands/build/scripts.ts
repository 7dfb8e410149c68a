import { join } from 'node:path';
import type { Plugin } from 'vite';
import { plainSource } from '../runtime/plain.ts';
import { type ModuleInfo, packModules, reachedFrom } from './packing.ts';

/** In addition to React, the island itself and its texts: at most six requests. */
const SHARED_FILES_MAX_COUNT = 3;

/** The first is on public pages, where most readers are. The others use little of the shared code. */
const WEIGHTS = { UserMenu: 400, LastAction: 4, LanguageOrder: 3, StoryForm: 3 };

export function packedScripts(root: string): Plugin {
  return {
    name: 'tsuzuki:packed-scripts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // Replaces Vike's group, which puts each island style into a separate file for links that we do not use.
    outputOptions: ({ manualChunks: _ours, ...options }) => ({
      ...options,
      codeSplitting: {
        // Shared modules are packed by the islands that need them, not by their importers.
        includeDependenciesRecursively: false,
        groups: [{ name: scriptFile(root), debugName: 'islands' }],
      },
    }),
  };
}

function scriptFile(root: string) {
  let files: Map<string, string> | undefined;
  let stage: Set<string> | undefined;
  return (id: string, graph: { getModuleInfo(id: string): ModuleInfo | null }): string | null => {
    const infoOf = (each: string) => graph.getModuleInfo(each);
    // The stage is one file. Scripts it loads later import shared code from it.
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
