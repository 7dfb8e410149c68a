/** No real book exceeds these limits. */
import { DEPTH_MAX } from '#server/lib/prose/model.ts';
import type { ZipLimits } from '#server/lib/zip/entries.ts';

const MIB = 1024 * 1024;

export const EPUB_ZIP_LIMITS: ZipLimits = { entriesMaxCount: 5000, inflatedMaxBytes: 300 * MIB };

export const ENTRY_MAX_BYTES = 16 * MIB;
/** For the package, the table of contents and each text. */
export const TEXT_MAX_BYTES = 8 * MIB;
export const STYLE_MAX_BYTES = MIB;

export const XML_LIMITS = { depthMax: DEPTH_MAX, nodesMaxCount: 300_000, attributesMaxCount: 200 } as const;

export const SPINE_MAX_COUNT = 3000;
export const TOC_MAX_COUNT = 5000;
export const LANDMARKS_MAX_COUNT = 100;
export const FALLBACKS_MAX_COUNT = 10;
export const NAMES_MAX_COUNT = 20;
export const NAME_MAX_LENGTH = 120;
export const PATH_MAX_LENGTH = 300;

/** For all texts of the spine: a textbook full of formulas, or twenty long novels. */
export const SPINE_TEXT_MAX_LENGTH = 32 * MIB;
export const SPINE_NODES_MAX_COUNT = 2_000_000;

/** Limits of the reading process: CPU time, wall time, heap, and size of the result. */
export const READING = { cpuSeconds: 10, timeoutMs: 60_000, heapMib: 384, answerMaxBytes: 64 * MIB };
