/** The timers of disappearing messages, seconds from reading, ascending [BURN-05]. */
export const timerPresets = [
  30, 60, 90, 120, 300, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 259_200, 604_800,
] as const

/** The timer for a conversation that never had one, seconds (DEC-25). */
export const standardTimerSeconds = 86_400

/**
 * Returns the preset nearest to `seconds`; of two equally near ones the shorter (DEC-26). Zero, negative numbers and
 * NaN mean off [BURN-03 BURN-04].
 */
export function nearestTimerPreset(seconds: number): number {
  if (!(seconds > 0)) return 0
  const longest: number = timerPresets[timerPresets.length - 1] ?? 0
  if (seconds >= longest) return longest
  let nearest: number = timerPresets[0]
  for (const preset of timerPresets)
    if (Math.abs(preset - seconds) < Math.abs(nearest - seconds)) nearest = preset
  return nearest
}

/**
 * Returns the timer to set when disappearing messages are turned on: this conversation's last one, else a day [BURN-02]
 * (DEC-25).
 */
export const initialTimerSeconds = (lastSeconds: number | undefined): number =>
  nearestTimerPreset(lastSeconds ?? 0) || standardTimerSeconds
