interface PageFacts {
  readonly host: string
  readonly nonce: string
  /** The hashes of the page's inline scripts, as the policy lists them. */
  readonly scriptHashes: readonly string[]
  /**
   * Another site may have opened this page and would hold its window; with this header the browser separates the two.
   */
  readonly isLedHere: boolean
  /** Origins of other sites that may embed the page. */
  readonly hostOrigins: readonly string[]
}

/** Headers of the page: what it may load, which hosts it may contact, which device features it may use. */
export function pageHeaders(facts: PageFacts): Record<string, string> {
  const { host, nonce, scriptHashes, isLedHere, hostOrigins } = facts
  const policy = [
    "default-src 'self'",
    // The page's first script is inline; its hash allows this script and no other.
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // The nonce is for the two style elements that the component library adds.
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
    ['frame-ancestors', "'self'", ...hostOrigins].join(' '),
    "require-trusted-types-for 'script'",
    // Start workers from this build's files (src/platform/media/transcoder, src/platform/codes, src/app/ports).
    'trusted-types transcoder code-reader service-worker',
  ]
  return {
    ...assetHeaders,
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': 'microphone=(self), camera=(self), geolocation=(), payment=(), usb=()',
    ...(isLedHere && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
  }
}

/**
 * The policy of a worker comes with its script. The transcoder compiles WebAssembly, starts ffmpeg's and the encoders'
 * workers, which exist as text, and fetches its programs from this server. The header has no effect on scripts of the
 * page.
 */
export const scriptPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
].join('; ')

/** The policy of the service worker, which runs its own script and fetches from this server only. */
export const serviceWorkerPolicy = ["default-src 'none'", "script-src 'self'", "connect-src 'self'"].join(
  '; ',
)

/** Headers of all files of the page. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}
