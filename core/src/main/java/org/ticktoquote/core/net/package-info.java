/** Endpoints, ports, TLS stores and the binding of feeds. */
@NullMarked
package org.ticktoquote.core.net;

import org.jspecify.annotations.NullMarked;
