/** Runs a generator to its end, and reports its progress. */
export function finished<Progress, Result>(
  steps: Generator<Progress, Result>,
  watch?: (progress: Progress) => void,
): Result {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    watch?.(step.value);
  }
}
