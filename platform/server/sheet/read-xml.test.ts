import { describe, expect, test } from 'vitest';
import { FileFault, limits } from './file-fault.ts';
import { attribute, xmlReader } from './read-xml.ts';

/** What is heard of a document that comes in pieces, or why it is not read on. */
function heard(...pieces: readonly string[]): string[] | string {
  const said: string[] = [];
  try {
    const reader = xmlReader({
      open: (name, attributes) => said.push(`<${name} ${attribute(attributes, 'id') ?? ''}`),
      close: (name) => said.push(`>${name}`),
      text: (text) => said.push(text),
    });
    for (const piece of pieces) reader.take(piece);
    reader.end();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    return error.fault;
  }
  return said;
}

describe('XML of a spreadsheet', () => {
  const sheet = `\ufeff<?xml version="1.0"?><!-- made -->\n<x:row r:id="&lt;1" b='2'><c/>a&amp;&#x54c1;<![CDATA[<b>]]></x:row>\n`;
  const told = ['<row <1', '<c ', '>c', 'a&品', '<b>', '>row'];

  test('is heard without its prefixes, letters written as numbers included', () => {
    expect(heard(sheet)).toEqual(told);
  });

  test('is the same wherever it is cut', () => {
    for (let at = 1; at < sheet.length; at += 1) {
      const said = heard(sheet.slice(0, at), sheet.slice(at));
      expect(Array.isArray(said) ? said.join('') : said).toBe(told.join(''));
    }
  });

  const long = 'a'.repeat(60_000);
  const refused: readonly [title: string, pieces: readonly string[], fault: string][] = [
    ['a document type', ['<!DOCTYPE x><x/>'], 'entity'],
    ['a document type with entities', ['<!DOCTYPE x [<!ENTITY e "e">]><x>&e;</x>'], 'entity'],
    ['a document type inside', ['<x><!DOCTYPE x></x>'], 'entity'],
    ['an entity nobody knows', ['<x>&e;</x>'], 'entity'],
    ['an entity named like a part of every object', ['<x>&constructor;</x>'], 'entity'],
    ['an entity in an attribute', ['<x id="&e;"/>'], 'entity'],
    ['a number that is no letter', ['<x>&#xd800;</x>'], 'entity'],
    ['a tag that is not closed', ['<x><y></x>'], 'damaged'],
    ['a document that breaks off', ['<x>'], 'damaged'],
    ['a second root', ['<x/><y/>'], 'damaged'],
    ['an attribute twice', ['<x id="1" id="2"/>'], 'damaged'],
    ['nothing', [''], 'damaged'],
    ['a nest', ['<x>'.repeat(limits.depth + 1)], 'bomb'],
    ['a tag without an end', ['<x id="', long, long], 'bomb'],
    ['a tag that is too long', [`<x id="${long}${long}"/>`], 'damaged'],
    ['a text without an end', ['<x>', ...Array.from({ length: 80 }, () => long)], 'bomb'],
    ['a comment without an end', ['<x><!--', ...Array.from({ length: 80 }, () => long)], 'bomb'],
    ['a document type without an end', ['<!DOCTYPE ', ...Array.from({ length: 80 }, () => long)], 'bomb'],
    ['a name without an end', ['<x', ...Array.from({ length: 80 }, () => long)], 'bomb'],
    ['an entity without an end', ['<x>&', ...Array.from({ length: 80 }, () => long)], 'bomb'],
  ];
  test.each(refused)('with %s is refused', (_title, pieces, fault) => {
    expect(heard(...pieces)).toBe(fault);
  });
});
