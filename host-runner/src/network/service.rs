//! The proxy of one run, from the sockets of the sandbox to the end of the run.
//!
//! Owns the tasks, which end with every connection when this is dropped. Bounds their number.

use std::io;
use std::net;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::dns;
use super::dns::AssignedNames;
use super::gate::Gate;
use super::{capture, proxy};
use crate::system::network::OwnedSocket;

/// Most connections of a run at a time. Further ones wait.
const CONNECTIONS_MAX: usize = 256;

/// How long to wait when this process has no descriptor left for a further connection.
const BREATH: Duration = Duration::from_millis(50);

/// The proxy of one run. Must be made and dropped within a runtime of tokio.
#[derive(Debug)]
pub(crate) struct Service {
    _tasks: JoinSet<()>,
}

/// The purpose of a listener.
#[derive(Clone, Copy, Debug)]
enum Entrance {
    Proxy,
    Captured,
}

impl Service {
    /// Serves on `sockets`, which come in the order of [`Report::Listening`](crate::launch::protocol::Report).
    ///
    /// # Errors
    /// When they are not what they should be. The sandbox then has no network.
    pub(crate) fn start(gate: &Arc<Gate>, sockets: Vec<OwnedSocket>) -> io::Result<Self> {
        let mut sockets = sockets.into_iter();
        let Some(proxy) = sockets.next() else { return Err(io::ErrorKind::InvalidInput.into()) };
        let names = Arc::new(AssignedNames::default());
        let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
        let mut tasks = JoinSet::new();

        // A sandbox without a network of its own has the proxy alone.
        if let Some(questions) = sockets.next() {
            let questions = net::UdpSocket::from(questions);
            questions.set_nonblocking(true)?;
            let questions = UdpSocket::from_std(questions)?;
            let (served, known) = (Arc::clone(gate), Arc::clone(&names));
            tasks.spawn(async move {
                // Without it a program learns that names are not found.
                let _ = dns::serve(&served, &known, &questions).await;
            });
        }

        let entrances = sockets.map(|socket| (Entrance::Captured, socket));
        for (entrance, socket) in [(Entrance::Proxy, proxy)].into_iter().chain(entrances) {
            let listener = net::TcpListener::from(socket);
            listener.set_nonblocking(true)?;
            let listener = TcpListener::from_std(listener)?;
            tasks.spawn(listen(entrance, listener, Arc::clone(gate), Arc::clone(&names), Arc::clone(&room)));
        }
        Ok(Self { _tasks: tasks })
    }
}

/// The proxy of one run whose caller has no runtime of its own: it runs on a thread.
#[derive(Debug)]
pub(crate) struct Background {
    service: Option<Service>,
    runtime: Option<Runtime>,
}

impl Background {
    /// As [`Service::start`]. The thread takes over which signals the caller blocks.
    pub(crate) fn start(gate: &Arc<Gate>, sockets: Vec<OwnedSocket>) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let service = {
            let _within = runtime.enter();
            Service::start(gate, sockets)?
        };
        Ok(Self { service: Some(service), runtime: Some(runtime) })
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        drop(self.service.take());
        // A name that the system still looks up keeps nobody waiting.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Takes connections, as many at a time as there is room for.
async fn listen(
    entrance: Entrance,
    listener: TcpListener,
    gate: Arc<Gate>,
    names: Arc<AssignedNames>,
    room: Arc<Semaphore>,
) {
    let mut clients = JoinSet::new();
    loop {
        while clients.try_join_next().is_some() {}
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        let Ok((client, _)) = listener.accept().await else {
            sleep(BREATH).await;
            continue;
        };
        let (gate, names) = (Arc::clone(&gate), Arc::clone(&names));
        clients.spawn(async move {
            // What went wrong is between the client and the server.
            let _ = answer(entrance, &gate, &names, client).await;
            drop(place);
        });
    }
}

async fn answer(entrance: Entrance, gate: &Gate, names: &AssignedNames, client: TcpStream) -> io::Result<()> {
    match entrance {
        Entrance::Proxy => proxy::answer(gate, client).await,
        Entrance::Captured => capture::answer(gate, names, client).await,
    }
}
