/** Lets the user choose a file. Returns undefined if the user chooses no file. */
export const openFile = async (accept: string): Promise<File | undefined> => (await choose(accept, false))[0];

/** Lets the user choose files that belong together. Returns an empty list if the user chooses no file. */
export const openFiles = (accept: string): Promise<readonly File[]> => choose(accept, true);

function choose(accept: string, multiple: boolean): Promise<readonly File[]> {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple });
  return new Promise((done) => {
    input.addEventListener('change', () => done([...(input.files ?? [])]));
    input.addEventListener('cancel', () => done([]));
    input.click();
  });
}
