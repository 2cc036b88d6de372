/** Which of `count` tabs a key leads to from the one at `place`; undefined for a key that leads nowhere. */
export const nextTab = (key: string, place: number, count: number): number | undefined => {
  if (count === 0) return undefined
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
