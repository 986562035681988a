/** Pages without the web app: a title and a few words, in its colors, that load its font alone. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { plainFont, productName } from '#contract/product'

export function sendPage(
  reply: FastifyReply,
  { status, publicUrl, title, content }: { status: number; publicUrl: string; title: string; content: string },
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', contentPolicy(publicUrl))
    .send(page(title, content))
}

/** The colors, sizes and radii of web/styles/tokens.css, which a page without the web app cannot load. */
const style = `:root{color-scheme:light dark;--canvas:#fafaf7;--surface:#ffffff;--sunken:#f1f2ed;--border:#dadcd3;--strong:#767e74;
--text:#16201f;--muted:#475351;--brand:#0e5a6b;--hover:#0a4856;--on:#ffffff;--warning:#7a4b00;--soft:#fff3d6;
--ok:#1a6b3c;--focus:#0b63d6}
@media (prefers-color-scheme:dark){:root{--canvas:#0e1415;--surface:#151d1f;--sunken:#0a0f10;--border:#2a3639;
--strong:#76868a;--text:#e8eeed;--muted:#a9b6b4;--brand:#5cc2d4;--hover:#83d4e2;--on:#06262d;--warning:#f5c664;
--soft:#33270a;--ok:#7cd49a;--focus:#7fb6ff}}
@font-face{font-family:Figtree;src:url("${plainFont}") format("woff2");font-weight:300 900;font-display:swap}
*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--text);
font:15px/24px Figtree,Arial,system-ui,sans-serif}
header{display:flex;align-items:center;gap:8px;height:56px;padding:0 16px;border-bottom:1px solid var(--border);
font-size:17px;font-weight:600}
.mark{display:flex;gap:3px;height:20px}.mark i{width:4px;background:var(--brand)}.mark i+i{background:none;
border:solid var(--brand);border-width:0 1px}
main{max-width:448px;margin:48px auto;padding:0 16px}section{border:1px solid var(--border);border-radius:8px;
background:var(--surface);padding:24px}
h1{font-size:24px;line-height:30px;font-weight:600;margin:0 0 8px}.price{font-size:24px;line-height:30px;font-weight:600;margin:8px 0 0}
p{margin:4px 0 0}.muted{color:var(--muted)}
ul{list-style:none;margin:16px 0;padding:0}li{padding:4px 0 4px 24px;position:relative}li::before{content:"\\2713";
position:absolute;left:0;color:var(--ok)}
.note{border:1px solid var(--warning);border-radius:6px;background:var(--soft);padding:8px 12px;margin-bottom:16px}
button{font:inherit;font-weight:600;width:100%;min-height:40px;margin-top:12px;border:1px solid var(--strong);
border-radius:6px;background:var(--surface);color:var(--text);cursor:pointer}
button:hover{background:var(--sunken)}button.pay{background:var(--brand);border-color:transparent;color:var(--on)}
button.pay:hover{background:var(--hover)}
a{color:var(--brand)}:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`

function contentPolicy(publicUrl: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "font-src 'self'",
    `form-action 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function page(title: string, content: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${productName}</title><style>${style}</style>`
  const top = `<header><span class="mark" aria-hidden="true"><i></i><i></i></span>${productName}</header>`
  return `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body>${top}<main><section><h1>${title}</h1>\n${content}</section></main></body>\n</html>\n`
}
