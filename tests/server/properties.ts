/**
 * Properties begin where a run begins (tests/thorough.ts): a commit that is tried twice meets the same cases, and one
 * that fails is repeated by its seed.
 */
import fc from 'fast-check';
import { firstSeed } from '../thorough.ts';

fc.configureGlobal({ seed: firstSeed });
