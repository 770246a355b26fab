/** Samples an application's threads and its host periodically, from outside. */
@NullMarked
package org.ticktoquote.host.sampling;

import org.jspecify.annotations.NullMarked;
