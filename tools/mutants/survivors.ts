/** A StrykerJS reporter that prints each survivor as soon as it is found: of a run that is broken off, they are known. */

/** What is used of StrykerJS's `MutantResult`. */
interface MutantResult {
  readonly status: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number } };
}

const longest = 100;

class SurvivorReporter {
  onMutantTested({ status, fileName, mutatorName, replacement = '', location }: MutantResult): void {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    console.log(
      `${fileName}:${location.start.line} ${status} ${mutatorName}: ${replacement.slice(0, longest)}`,
    );
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: SurvivorReporter }];
