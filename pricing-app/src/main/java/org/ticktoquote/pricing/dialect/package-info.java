/** What requests and prices look like as messages, the same in no two banks: bytes, without sessions and sockets. */
@NullMarked
package org.ticktoquote.pricing.dialect;

import org.jspecify.annotations.NullMarked;
