/**
 * Texts that have harmed programs which took them for something else than text: of every kind a few, for the fuzz
 * tests to mix.
 */
export const hostileTexts: readonly string[] = [
  // Statements.
  "'",
  "' or '1'='1",
  "'; drop table accounts; --",
  '1) union select null,null--',
  '\\',
  '%',
  '_%_%',
  "'||pg_sleep(10)||'",
  '$$;select 1;$$',
  // Markup and scripts.
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '<!--',
  ']]>',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of somebody else's is meant
  '${7*7}',
  '%{7*7}',
  // Paths.
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'C:\\windows\\win.ini',
  'file:///etc/passwd',
  '/dev/zero',
  // Names of members.
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '__proto__[admin]',
  // Numbers that are none.
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '9007199254740993',
  '٣',
  // Letters and what is not shown.
  '\u0000',
  'a\u0000b',
  '\r\nSet-Cookie: a=b',
  '\u202eabc',
  '\u200b',
  '\ufeff',
  '\ud800',
  'ﷺ',
  'Ａ',
  'İı',
  'e\u0301'.repeat(60),
  '👩‍👩‍👧‍👦',
  '\u{10ffff}',
  // Sizes.
  '',
  ' ',
  'a'.repeat(300),
  '1'.repeat(300),
  '['.repeat(200),
]
