// Which addresses a session may reach. Origins are compared as they were parsed, never as text.
//
//   readSite(text)         -> {scheme, host, below, port, text}; throws a sentence about what is wrong
//   hasAddress(site, url)  -> whether an address is on a site
//   covers(site, other)    -> whether all of another site is on it
//   siteOf(sites, url)     -> the first site that an address is on, or null
//   originOf(url)          -> the origin of an http or https address, or null

const PORTS = { 'https:': '443', 'http:': '80' };
// Suffixes under which strangers register names. The server holds wildcards to the whole Public Suffix List
// (https://publicsuffix.org/list/); this part of it stands against a server that does not.
const SECOND_LEVEL = /^(ac|co|com|edu|gob|gov|gouv|info|mil|ne|net|nom|or|org|sch)\.[a-z]{2}$/;
const SHARED = new Set(('github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com web.app ' +
  'firebaseapp.com blogspot.com appspot.com azurewebsites.net cloudfront.net amazonaws.com fly.dev onrender.com').split(' '));

export function readSite(text) {
  const parts = /^(https?):\/\/(\*\.)?([^/?#@\\*\s]+)\/?$/i.exec(String(text).trim());
  if (!parts) throw new Error('A site is written like https://example.com or https://*.example.com, without a path.');
  const url = new URL(parts[1] + '://' + parts[3]);
  const site = { scheme: url.protocol, host: bare(url.hostname), below: parts[2] !== undefined, port: portOf(url) };
  if (site.scheme === 'http:' && !isNear(site.host)) throw new Error('http:// is for this machine and private addresses only.');
  if (site.below && isTooWide(site.host)) throw new Error('*. needs a registered domain after it, as in https://*.example.com.');
  const port = site.port === PORTS[site.scheme] ? '' : ':' + site.port;
  return { ...site, text: `${site.scheme}//${site.below ? '*.' : ''}${site.host}${port}` };
}

export function hasAddress(site, address) {
  const url = parse(address);
  if (!url || url.protocol !== site.scheme || portOf(url) !== site.port) return false;
  const host = bare(url.hostname);
  return host === site.host || (site.below && host.endsWith('.' + site.host));
}

export function covers(site, other) {
  if (site.scheme !== other.scheme || site.port !== other.port || (other.below && !site.below)) return false;
  return site.host === other.host || (site.below && other.host.endsWith('.' + site.host));
}

export function siteOf(sites, address) {
  return sites.find((text) => hasAddress(readSite(text), address)) ?? null;
}

export function originOf(address) {
  return parse(address)?.origin ?? null;
}

function parse(address) {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol in PORTS ? url : null;
}

function portOf(url) {
  return url.port || PORTS[url.protocol];
}

function bare(host) {
  return host.replace(/\.$/, '');
}

function isAddress(host) {
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);
}

function isNear(host) {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^\[f[cd]/.test(host) ||
    isAddress(host) && /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(host);
}

function isTooWide(host) {
  return isAddress(host) || !host.includes('.') || SECOND_LEVEL.test(host) || SHARED.has(host);
}
