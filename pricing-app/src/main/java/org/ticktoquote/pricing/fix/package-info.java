/** FIX sessions, requests and prices. Reads the clock directly before prices are flushed to the socket. */
@NullMarked
package org.ticktoquote.pricing.fix;

import org.jspecify.annotations.NullMarked;
