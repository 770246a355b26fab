/** FIX sessions, requests and prices, with the clock reading next to the socket. */
@NullMarked
package org.ticktoquote.pricing.fix;

import org.jspecify.annotations.NullMarked;
