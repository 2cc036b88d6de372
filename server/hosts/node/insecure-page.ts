import { type Locale, locales, say } from '../../texts/say.ts'

/** What other machines see over plain HTTP: a page that says what is missing (DEC-117). */
export function answerInsecure(request: Request): Response {
  const locale = preferredLocale(request.headers.get('accept-language') ?? '')
  const title = say(locale, 'secure-title')
  const html = `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><h1>${title}</h1><p>${say(locale, 'secure-body')}</p><p>${say(locale, 'secure-local')}</p></body>
</html>
`
  return new Response(html, {
    status: 403,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  })
}

// The first language asked for that we speak, or of which we speak another region's form.
function preferredLocale(header: string): Locale {
  const asked = header.split(',').map((entry) => entry.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  const speaks = (language: string): Locale | undefined =>
    locales.find((locale) => locale.toLowerCase() === language) ??
    locales.find((locale) => locale.split('-', 1)[0] === language.split('-', 1)[0])
  return asked.map(speaks).find((locale) => locale !== undefined) ?? 'en-US'
}
