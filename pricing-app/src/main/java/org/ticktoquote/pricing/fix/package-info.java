/** The FIX side: sessions, requests, snapshots, and the clock next to the socket. */
@NullMarked
package org.ticktoquote.pricing.fix;

import org.jspecify.annotations.NullMarked;
