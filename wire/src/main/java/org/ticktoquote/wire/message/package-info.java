/** Market data messages in datagrams and streams: ticks of feeds and prices of FIX sessions. */
@NullMarked
package org.ticktoquote.wire.message;

import org.jspecify.annotations.NullMarked;
