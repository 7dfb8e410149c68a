/** All the script a page starts with. */
import './loader.ts';
import { enhance } from './enhance.ts';

enhance();
