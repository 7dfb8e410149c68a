/** The only script a page starts with. */
import { enhance } from './enhance.ts';
import { holdReady } from './loader.ts';

enhance(holdReady);
