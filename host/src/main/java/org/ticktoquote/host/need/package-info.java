/** What somebody needs a host to be, and whether it is. */
@NullMarked
package org.ticktoquote.host.need;

import org.jspecify.annotations.NullMarked;
