import type { TestProject } from 'vitest/node';
import { openPlaces, type Places } from './places.ts';
import { buildWeb } from './product.ts';
import { templateOf } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly places: string;
  }
}

let places: Places | undefined;

export async function setup(project: TestProject): Promise<void> {
  await buildWeb();
  const { filenamePattern } = project.vitest as { filenamePattern?: string[] };
  const { testFiles } = await project.globTestFiles(filenamePattern);
  places = await openPlaces(testFiles.map(templateOf), project.config.maxWorkers);
  project.provide('places', places.url);
}

export async function teardown(): Promise<void> {
  await places?.close();
}
