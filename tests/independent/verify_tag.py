"""Checks TrustTags without any of the product's code: written from the standards, with pyld and cryptography of Debian.

Reads one JSON object: {"contexts": {address: document}, "cases": [{"name", "credential", "proof", "statusList", "trust",
"now"}]}; credential, proof and statusList are the texts of the files (null: there is none), now is in milliseconds.
statusList is the list with its proof, as <log>/status/<n>.json has it.
Writes one: {name: the first thing that is wrong, or "valid"}.
"""
import base64
import datetime
import gzip
import hashlib
import json
import struct
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from pyld import jsonld

BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
SUITES = ['eddsa-jcs-2022', 'eddsa-rdfc-2022']
DAY = datetime.timedelta(days=1)
SKEW = datetime.timedelta(minutes=5)


class Refused(Exception):
    pass


def require(condition, why):
    if not condition:
        raise Refused(why)


def sha256(data):
    return hashlib.sha256(data).digest()


def signed(key, message, signature, why):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        raise Refused(why) from None


def read_json(text):
    """RFC 8259 leaves open what a name that stands twice means."""
    def pairs(found):
        require(len({name for name, _ in found}) == len(found), 'a name stands twice')
        return dict(found)
    return json.loads(text, object_pairs_hook=pairs)


def base58(text):
    require(text.startswith('z') and len(text) < 200, 'no base58')
    number = 0
    for letter in text[1:]:
        number = number * 58 + BASE58.index(letter)
    body = number.to_bytes((number.bit_length() + 7) // 8, 'big')
    return b'\0' * (len(text[1:]) - len(text[1:].lstrip('1'))) + body


def jcs(value):
    """RFC 8785; no number that is signed here is any but a small whole one."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode('utf-16-be'))
        return '{' + ','.join(jcs(name) + ':' + jcs(value[name]) for name in names) + '}'
    if isinstance(value, list):
        return '[' + ','.join(map(jcs, value)) + ']'
    require(value is None or isinstance(value, (bool, int, str)), 'a broken number')
    require(not isinstance(value, int) or abs(value) < 2**53, 'a great number')
    return json.dumps(value, ensure_ascii=False)


def rdfc(document, contexts):
    """RDF Dataset Canonicalization; contexts that were not given are not fetched."""
    def load(address, _options):
        require(address in contexts, 'an unknown context')
        return {'contextUrl': None, 'documentUrl': address, 'document': contexts[address]}
    options = {'algorithm': 'URDNA2015', 'format': 'application/n-quads', 'documentLoader': load}
    try:
        return jsonld.normalize(document, options)
    except jsonld.JsonLdError as error:
        raise Refused(f'no linked data: {error.type}') from None


def check_proofs(document, did, keys, contexts):
    """W3C Data Integrity EdDSA Cryptosuites 1.0, sections 3.2 and 3.3: each proof of the set by itself."""
    unsecured = {name: value for name, value in document.items() if name != 'proof'}
    proofs = document.get('proof') if isinstance(document.get('proof'), list) else [document.get('proof')]
    require(sorted(str((one or {}).get('cryptosuite')) for one in proofs) == SUITES, 'proofs are missing')
    for proof in proofs:
        method, _, key = proof['verificationMethod'].partition('#')
        require(method == did and key in keys, 'not a key of the issuer')
        require(proof['type'] == 'DataIntegrityProof' and proof['proofPurpose'] == 'assertionMethod', 'another purpose')
        config = {name: value for name, value in proof.items() if name != 'proofValue'}
        if proof['cryptosuite'] == 'eddsa-rdfc-2022':
            config['@context'] = document['@context']
            texts = [rdfc(config, contexts), rdfc(unsecured, contexts)]
        else:
            require(config.get('@context', document['@context']) == document['@context'], 'another context')
            texts = [jcs(config), jcs(unsecured)]
        multikey = base58(key)
        require(multikey[:2] == b'\xed\x01', 'no Ed25519 key')
        message = b''.join(sha256(text.encode()) for text in texts)
        signed(multikey[2:], message, base58(proof['proofValue']), f'{proof["cryptosuite"]}: wrong signature')


def parse_key(text):
    """c2sp.org/signed-note: name+id+key."""
    name, key_id, key = text.split('+', 2)
    key = base64.b64decode(key, validate=True)
    require(sha256(name.encode() + b'\n' + key)[:4].hex() == key_id, 'a verifier key that does not fit its id')
    return name, bytes.fromhex(key_id), key[0], key[1:]


def check_checkpoint(note, origin, trusted, needs_witness=True):
    """c2sp.org/tlog-checkpoint and tlog-cosignature: size and root, once every signature by a known key is right."""
    text, _, lines = note.rpartition('\n\n')
    text += '\n'
    named, size, root = text.split('\n')[:3]
    require(named == origin, 'another log')
    seen = {'log': 0, 'witness': 0}
    for line in lines.splitlines():
        dash, name, encoded = line.split(' ')
        require(dash == '\u2014', 'no line of a signature')
        data = base64.b64decode(encoded, validate=True)
        for key_name, key_id, kind, key in trusted:
            if key_name != name or key_id != data[:4]:
                continue
            message, signature = text, data[4:]
            if kind == 4:
                message = f'cosignature/v1\ntime {struct.unpack(">Q", data[4:12])[0]}\n{text}'
                signature = data[12:]
            signed(key, message.encode(), signature, 'a wrong signature below the checkpoint')
            seen['witness' if kind == 4 else 'log'] += 1
    require(seen['log'] > 0, 'the checkpoint lacks a signature')
    require(seen['witness'] > 0 or not needs_witness, 'the checkpoint lacks a witness')
    return int(size), base64.b64decode(root)


def read_proof(proof, did, issuer, needs_witness):
    """c2sp.org/tlog-proof: index, path, and size and root of the signed tree."""
    require(proof is not None, 'no proof of the log')
    head, _, note = proof.partition('\n\n')
    version, index, *path = head.split('\n')
    require(version == 'c2sp.org/tlog-proof@v1' and index.startswith('index '), 'no proof of a log')
    host = did.removeprefix('did:web:').removesuffix(':test').replace('%3A', ':')
    origin = host + ('/trusttag/test-log' if issuer['mode'] == 'test' else '/trusttag/log')
    keys = [parse_key(text) for text in issuer['log'] + [one['key'] for one in issuer['witnesses']]]
    size, root = check_checkpoint(note, origin, keys, needs_witness)
    return int(index[6:]), [base64.b64decode(text, validate=True) for text in path], size, root


def check_inclusion(credential, proof, did, issuer):
    """RFC 9162 section 2.1.3.2."""
    place, path, size, root = read_proof(proof, did, issuer, True)
    digest = sha256(jcs(credential).encode()).hex()
    entry = '{"digest":"%s","type":"issue","v":1}' % digest
    last, node = size - 1, sha256(b'\0' + entry.encode())
    require(0 <= place < size, 'no place of this log')
    for sibling in path:
        require(last > 0, 'too many hashes')
        if place % 2 or place == last:
            node = sha256(b'\1' + sibling + node)
            while place % 2 == 0 and place > 0:
                place, last = place // 2, last // 2
        else:
            node = sha256(b'\1' + node + sibling)
        place, last = place // 2, last // 2
    require(last == 0 and node == root, 'not in the log')


def moment(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))


def tree_root(hashes):
    """RFC 9162 section 2.1.1, of hashes of leaves."""
    if len(hashes) == 1:
        return hashes[0]
    split = 1
    while split * 2 < len(hashes):
        split *= 2
    return sha256(b'\1' + tree_root(hashes[:split]) + tree_root(hashes[split:]))


def root_with_tail(index, path, size, tail):
    """The root of a tree whose leaves from index on are known: what is left of them comes from the proof."""
    lefts, place, last = [], index, size - 1
    for sibling in path:
        if place % 2 or (place == last and place > 0):
            while place % 2 == 0:
                place, last = place // 2, last // 2
            lefts.append(sibling)
        place, last = place // 2, last // 2

    def node(start, end):
        """Of the leaves from start to end; a whole subtree left of the index is the next hash of the proof."""
        if start >= index:
            return tree_root(tail[start - index:end - index])
        if end <= index:
            return lefts.pop()
        split = 1
        while split * 2 < end - start:
            split *= 2
        left = node(start, start + split)
        return sha256(b'\1' + left + node(start + split, end))
    root = node(0, size)
    require(not lefts, 'too many hashes')
    return root


def check_newest(number, bits, served, did, issuer):
    """The log has these bits as a version of the list, and no later version up to the end of the signed tree."""
    index, path, size, root = read_proof(served['proof'], did, issuer, False)
    later = served['laterEntries']
    for text in later:
        entry = read_json(text)
        require(entry.get('type') != 'status' or entry.get('list') != number, 'a newer status list is logged')
    entry = '{"digest":"%s","list":%d,"type":"status","v":1,"version":%d}' % (
        sha256(bits).hex(), number, served['version'])
    tail = [sha256(b'\0' + text.encode()) for text in [entry, *later]]
    require(0 <= index and index + len(tail) == size, 'not the end of the log')
    require(root_with_tail(index, path, size, tail) == root, 'a status list that is not logged')


def check_status(credential, status_list, did, issuer, contexts, now):
    """Bitstring Status List 1.0, and the proof that the list is the newest."""
    entry = credential['credentialStatus']
    require(status_list is not None, 'no status list')
    served = read_json(status_list)
    require('statusListCredential' in served, 'a status list without its proof')
    document = served['statusListCredential']
    require(document['id'] == entry['statusListCredential'], 'another status list')
    require(document['issuer'] == did, 'a status list of somebody else')
    subject = document['credentialSubject']
    require(subject['statusPurpose'] == entry['statusPurpose'] == 'revocation', 'another purpose')
    check_proofs(document, did, issuer['keys'], contexts)
    bits = gzip.decompress(base64.urlsafe_b64decode(subject['encodedList'][1:] + '=='))
    index = int(entry['statusListIndex'])
    require(not bits[index // 8] & (0x80 >> index % 8), 'revoked')
    require(moment(document['validFrom']) - SKEW <= now <= moment(document['validFrom']) + DAY, 'an old status list')
    check_newest(int(entry['statusListCredential'].rpartition('/')[2]), bits, served, did, issuer)


def verify(case, contexts):
    credential = read_json(case['credential'])
    named = credential['issuer']
    did = named if isinstance(named, str) else named['id']
    issuer = next((one for one in case['trust']['issuers'] if one['did'] == did), None)
    require(issuer is not None, 'an issuer that is not trusted')
    require('OpenBadgeCredential' in credential['type'], 'no badge')
    check_proofs(credential, did, issuer['keys'], contexts)
    check_inclusion(credential, case['proof'], did, issuer)
    now = datetime.datetime.fromtimestamp(case['now'] / 1000, datetime.timezone.utc)
    require(moment(credential['validFrom']) - SKEW <= now, 'too early')
    require('validUntil' not in credential or now < moment(credential['validUntil']), 'too late')
    check_status(credential, case['statusList'], did, issuer, contexts, now)


def main():
    asked = json.load(sys.stdin)
    results = {}
    for case in asked['cases']:
        try:
            verify(case, asked['contexts'])
            results[case['name']] = 'valid'
        except Refused as refusal:
            results[case['name']] = str(refusal)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, EOFError, OSError) as error:
            results[case['name']] = f'malformed: {error!r}'
    json.dump(results, sys.stdout)


main()
