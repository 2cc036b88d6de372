/** The timers of vanish mode, seconds from reading, ascending [BURN-05]. */
export const vanishPresets = [
  30, 60, 90, 120, 300, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 259_200, 604_800,
] as const

/** The timer for a conversation in which vanish mode was never on, seconds (DEC-25). */
export const usualVanishSeconds = 86_400

/**
 * Returns the preset nearest to `seconds`; of two equally near ones the shorter (DEC-26). Zero, negative numbers and
 * NaN mean off [BURN-03 BURN-04].
 */
export function nearestVanishPreset(seconds: number): number {
  if (!(seconds > 0)) return 0
  const longest: number = vanishPresets[vanishPresets.length - 1] ?? 0
  if (seconds >= longest) return longest
  let nearest: number = vanishPresets[0]
  for (const preset of vanishPresets)
    if (Math.abs(preset - seconds) < Math.abs(nearest - seconds)) nearest = preset
  return nearest
}

/**
 * Returns the timer that vanish mode starts with: the last duration of this conversation, else a day [BURN-02]
 * (DEC-25).
 */
export const defaultVanishSeconds = (lastSeconds: number | undefined): number =>
  nearestVanishPreset(lastSeconds ?? 0) || usualVanishSeconds
