// Runs in the report: a link #watch=MATCH&round=N shows the match in the page's built-in viewer.
(() => {
  const dialog = document.getElementById('watch');
  const stage = dialog.querySelector('.stage');
  const closing = dialog.querySelector('form');
  const unpack = async (id) => {
    const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  let ready;
  const viewerReady = () => {
    ready ??= unpack('viewer').then((bytes) => {
      const script = document.createElement('script');
      script.textContent = new TextDecoder().decode(bytes);
      document.head.append(script);
      return customElements.whenDefined('ludus-viewer');
    });
    return ready;
  };
  const show = async () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const match = wanted.get('watch');
    if (match === null || document.getElementById(`replay-${match}`) === null) {
      if (dialog.open) dialog.close();
      return;
    }
    if (!dialog.open) dialog.showModal();
    const [replay] = await Promise.all([unpack(`replay-${match}`), viewerReady()]);
    const viewer = document.createElement('ludus-viewer');
    // The button is placed among the viewer's buttons, so that it doesn't cover any of them.
    closing.slot = 'controls';
    viewer.append(closing);
    stage.replaceChildren(viewer);
    if (viewer.load(replay, match)) viewer.seek(Number(wanted.get('round')) || 0);
    // The viewer needs the focus. Otherwise, pressing Space would press the button that closes the match.
    viewer.focus();
  };
  dialog.addEventListener('close', () => {
    dialog.prepend(closing);
    stage.replaceChildren();
    if (location.hash.startsWith('#watch='))
      history.replaceState(null, '', `${location.pathname}${location.search}#surprises`);
  });
  addEventListener('hashchange', () => void show());
  void show();
})();
