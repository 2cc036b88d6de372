interface PageFacts {
  readonly host: string
  readonly nonce: string
  /** Of the scripts that stand in the page, as a policy names them. */
  readonly scriptHashes: readonly string[]
  /**
   * Another site may have led here, and would hold this page as a window of its own; the browser then gives it a group
   * of its own.
   */
  readonly isLedHere: boolean
}

/** Headers of the page itself: what it may load, whom it may talk to, what it may use of the device. */
export function pageHeaders({ host, nonce, scriptHashes, isLedHere }: PageFacts): Record<string, string> {
  const policy = [
    "default-src 'self'",
    // The script with which the page begins stands in it; by its hash it is that one and no other.
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // The nonce is for the two style elements that the accessible components add themselves.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    // Starts the one worker that transcodes, from this build's file (src/platform/media/transcoder).
    'trusted-types transcoder',
  ]
  return {
    ...assetHeaders,
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': 'microphone=(self), camera=(self), geolocation=(), payment=(), usb=()',
    ...(isLedHere && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
  }
}

/**
 * What a worker may do, whose policy comes with its script: the transcoder compiles WebAssembly, starts ffmpeg's worker
 * and the encoders', which come as text, and fetches its programs from here. For a script of the page it says nothing.
 */
export const scriptPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
].join('; ')

/** Headers of everything that belongs to the page. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
