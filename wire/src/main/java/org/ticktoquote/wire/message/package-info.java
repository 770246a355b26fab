/** Messages of market data in datagrams and streams: ticks of feeds, prices of FIX sessions. */
@NullMarked
package org.ticktoquote.wire.message;

import org.jspecify.annotations.NullMarked;
