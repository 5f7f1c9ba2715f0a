/** A strongly connected component: a single node, or nodes that all reach each other. */
export interface Component {
  readonly nodes: readonly number[];
  /** Whether one of its nodes has an edge to itself. */
  readonly cyclic: boolean;
}

/**
 * Tarjan's strongly connected components, without recursion. `callees[n]` lists the successors of n. In the result,
 * each component comes after its successors.
 */
export function componentsOf(callees: readonly (readonly number[])[]): Component[] {
  const order = new Int32Array(callees.length).fill(-1);
  const low = new Int32Array(callees.length);
  const onStack = new Uint8Array(callees.length);
  const next = new Int32Array(callees.length);
  const stack: number[] = [];
  const work: number[] = [];
  const components: Component[] = [];
  let counter = 0;
  const enter = (node: number): void => {
    order[node] = low[node] = counter++;
    stack.push(node);
    onStack[node] = 1;
    work.push(node);
  };
  for (let root = 0; root < callees.length; root++) {
    if (order[root] >= 0) continue;
    enter(root);
    while (work.length > 0) {
      const node = work[work.length - 1];
      if (next[node] < callees[node].length) {
        const callee = callees[node][next[node]++];
        if (order[callee] < 0) enter(callee);
        else if (onStack[callee]) low[node] = Math.min(low[node], order[callee]);
        continue;
      }
      work.pop();
      if (work.length > 0) {
        const caller = work[work.length - 1];
        low[caller] = Math.min(low[caller], low[node]);
      }
      if (low[node] !== order[node]) continue;
      const nodes: number[] = [];
      do {
        const member = stack.pop()!;
        onStack[member] = 0;
        nodes.push(member);
      } while (nodes[nodes.length - 1] !== node);
      components.push({ nodes, cyclic: nodes.length > 1 || callees[node].includes(node) });
    }
  }
  return components;
}
