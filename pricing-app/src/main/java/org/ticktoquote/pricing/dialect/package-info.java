/** Message formats of requests and prices, which differ between banks. Bytes only, without sessions and sockets. */
@NullMarked
package org.ticktoquote.pricing.dialect;

import org.jspecify.annotations.NullMarked;
