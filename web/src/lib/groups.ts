// SPDX-License-Identifier: Apache-2.0
/** Sort things into groups by a key, in the order they come. (Map.groupBy is too young for some browsers.) */
export function grouped<K, T>(things: Iterable<T>, key: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const name = key(thing);
    const group = groups.get(name);
    if (group) group.push(thing);
    else groups.set(name, [thing]);
  }
  return groups;
}
