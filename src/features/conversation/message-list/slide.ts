/** The time a motion takes by the tokens, ms; 0 when the person or the system wants none. */
export function motionTime(): number {
  const duration = getComputedStyle(document.documentElement).getPropertyValue('--duration-medium').trim()
  const value = Number.parseFloat(duration)
  if (!Number.isFinite(value)) return 0
  return duration.endsWith('ms') ? value : value * 1000
}

/** Lets a block that grew by `distance` px at its end rise into its new place. */
export function slideUp(block: HTMLElement, distance: number): Animation | undefined {
  const duration = motionTime()
  if (duration === 0) return undefined
  return block.animate([{ transform: `translateY(${distance}px)` }, { transform: 'translateY(0)' }], {
    duration,
    easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  })
}
