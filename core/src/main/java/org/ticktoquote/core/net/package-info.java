/** Ports. */
@NullMarked
package org.ticktoquote.core.net;

import org.jspecify.annotations.NullMarked;
