package org.ticktoquote.pricing.price;

/** A composite with its two sides moved by the skew; the spread between them stays. */
record Mid(Composite composite, long bid, long ask) {}
