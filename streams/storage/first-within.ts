/** The first of the segments that have no more events together than `most`; at least one, however many events it has. */
export function firstWithin<Segment extends { readonly events: readonly unknown[] }>(
  segments: readonly Segment[],
  most: number,
): readonly Segment[] {
  let count = 0
  return segments.filter(({ events }, index) => {
    count += events.length
    return index === 0 || count <= most
  })
}
